// What we use of the package's interface; it ships without types.
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    type: 'word' | 'sentence' | 'mark' | 'play' | 'end' | 'msg_terminated' | 'phoneme' | 'samplerate'
    /** In characters from 1. */
    text_position: number
    word_length: number
    /** In milliseconds. */
    audio_position: number
    id?: string | number
  }
  export interface EspeakWorker {
    /** 0 when the voice exists. */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number
    set_rate(wordsPerMin: number): void
    synthesize_and_get_phonemes(
      text: string,
      onChunk: (samples: Int16Array, events: EspeakEvent[]) => boolean,
    ): string
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => EspeakWorker }>
}
