// What a report carries within itself when it is one file: written by the command line, read by the page in that file.

export interface EmbeddedPiece {
  startSec: number
  endSec: number
  /** A data: address. */
  url: string
}

export interface EmbeddedWaveform {
  durationSec: number
  stepSec: number
  /** Lowest and highest sample of each stretch in turn, one signed byte each, in base64. */
  peaks: string
}

export interface EmbeddedSound {
  /** In order of time. */
  pieces: EmbeddedPiece[]
  waveform: EmbeddedWaveform
}

export interface ReportFileData {
  /** An audit as the service lists it, without links, and without a price. */
  audit: object
  /** By the place of the file in the batch; only of files with something to listen to. */
  sounds: { [index: number]: EmbeddedSound }
  /** Places of faults whose sound would have made the file too large. */
  placesLeftOut: number
}

/** Where the data stands in the page. */
export const REPORT_DATA_ID = 'report-data'
