/** A picture that was chosen and is not one of the product's yet. */
export interface Upload {
  key: number
  file: File
  /** An address within the browser. */
  preview: string
  /** How much of it has gone out, from 0 to 1; none until its turn has come. */
  share?: number
  /** None as long as nothing went wrong. */
  problem?: UploadProblem
}

/** In words; `isFinal`: the same file will not do at another time either. */
export type UploadProblem = { text: string; isFinal: boolean }

export type UploadEvent =
  | { type: 'chosen'; uploads: readonly Upload[] }
  | { type: 'begun' | 'over'; key: number }
  | { type: 'sent'; key: number; share: number }
  | { type: 'failed'; key: number; problem: UploadProblem }

/** Those that wait, are sent, or have failed, in the order in which they were chosen. */
export function changeUploads(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.type) {
    case 'chosen':
      return [...uploads, ...event.uploads]
    case 'over':
      return uploads.filter(({ key }) => key !== event.key)
    case 'sent':
      return uploads.map(upload => (upload.key === event.key ? { ...upload, share: event.share } : upload))
    case 'failed':
      return uploads.map(upload => (upload.key === event.key ? { ...upload, problem: event.problem } : upload))
    default:
      // Begun, perhaps once more.
      return uploads.map(upload => (upload.key === event.key ? withoutProblem(upload) : upload))
  }
}

const withoutProblem = ({ key, file, preview }: Upload): Upload => ({ key, file, preview })
