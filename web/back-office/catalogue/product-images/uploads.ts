/** A chosen picture that isn't one of the product's yet. */
export interface Upload {
  key: number
  file: File
  /** An object URL. */
  preview: string
  /** The sent share, from 0 to 1; undefined until the upload starts. */
  share?: number
  /** Undefined as long as nothing went wrong. */
  problem?: UploadProblem
}

/** `isFinal`: sending the same file again would fail too. */
export type UploadProblem = { text: string; isFinal: boolean }

export type UploadEvent =
  | { type: 'chosen'; uploads: readonly Upload[] }
  | { type: 'begun' | 'over'; key: number }
  | { type: 'sent'; key: number; share: number }
  | { type: 'failed'; key: number; problem: UploadProblem }

/** The uploads that are queued, being sent, or have failed, in the order in which they were chosen. */
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
      // `begun`, possibly a retry.
      return uploads.map(upload => (upload.key === event.key ? withoutProblem(upload) : upload))
  }
}

const withoutProblem = ({ key, file, preview }: Upload): Upload => ({ key, file, preview })
