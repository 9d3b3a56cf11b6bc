// What a detector says of itself, as plain data: everything that has to know all detectors is derived from it by "npm run derive".

export interface Declaration {
  /** Its key in `qualityChecks`, and the name of its folder. */
  readonly name: string
  /** Its place in every list, counted from 1. */
  readonly order: number
  /** What its switch is called on the page. */
  readonly label: string
  /** For the table in docs/checks.md. */
  readonly finds: string
  readonly knownLimits: string
  /** Whether it asks for the transcript: such a detector listens only where it is switched on. */
  readonly needsTranscript: boolean
  /** Models that it uses, by their names in src/speech/models.ts. */
  readonly models: readonly string[]
  /** Null for a detector that measures and finds no faults. */
  readonly issue: IssueDeclaration | null
  /** Of one that measures: what the API says of it. */
  readonly reported?: Readonly<Record<string, FigureDeclaration | GroupDeclaration>>
  /** Of one that measures: what it is called where most files of a batch have it. */
  readonly trait?: TraitDeclaration
  /** Of one that measures: its place among the reasons that measures give. */
  readonly reasonOrder?: number
}

export interface IssueDeclaration {
  /** As the API calls it. */
  readonly type: string
  /** What it is called on the page. */
  readonly title: string
  readonly words: IssueWords
  /** Of its marks on the page. */
  readonly colour: { readonly light: string; readonly dark: string }
  /** Types that are part of this fault where they touch it: a click at the edge of a burst is the edge of the burst. */
  readonly explains: readonly string[]
  /** Types that explain it in the same way, where they do not say so themselves. */
  readonly explainedBy?: readonly string[]
  /** Types that the same cause may be taken for: the longer of the two counts, and this one where both are equally long. */
  readonly eitherWay: readonly string[]
  /** It goes on for so long that a fault which clearly stands out from it is a fault of its own. */
  readonly isBackground?: true
  /**
   * What it is called where most files of a batch have it: told once, and no reason to regenerate one of them. Null for what
   * spoils a file whatever the others do.
   */
  readonly trait:
    | TraitDeclaration
    | { readonly atStart: TraitDeclaration; readonly later: TraitDeclaration }
    | null
  /** What other detectors may take a short fault of this type for: from its place on, or on either side of it. */
  readonly seemsToBe?: Readonly<Record<string, 'after' | 'eitherSide'>>
}

export interface TraitDeclaration {
  /** As the API calls it. */
  readonly name: string
  /** After "8 of 10 files": "have a hum". */
  readonly does: string
  /** What to change in the pipeline: another try gives the same. */
  readonly advice: string
  /** Nobody minds it, however much of it there is. */
  readonly isHarmless?: true
}

/** In messages: "static at 0:01-0:02", "3 stretches of static, the first at 0:01". */
export interface IssueWords {
  readonly one: string
  readonly many: string
  /** Instead of `one`, by the length of the fault: the first entry that it reaches. Knows {sec} and {ms} of its length, {at} and {second} of its start. */
  readonly byLength?: readonly { readonly fromSec: number; readonly message: string }[]
  /** Instead of both: one message for each fault. */
  readonly byPlace?: { readonly atStart: string; readonly later: string }
}

/** One number of a file. */
export interface FigureDeclaration {
  readonly kind: 'number' | 'share' | 'count' | 'positive' | 'numberOrNull'
  readonly description: string
  readonly example: number
}

/** Several that belong together, as an object that the documentation names. */
export interface GroupDeclaration {
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, FigureDeclaration>>
}
