/** A picture that was chosen and is not one of the product's yet. */
export interface Upload {
  key: number
  file: File
  /** An address within the browser. */
  preview: string
  /** What went wrong, in words; none as long as nothing did. */
  problem?: string
}

export type UploadEvent =
  | { type: 'chosen'; uploads: readonly Upload[] }
  | { type: 'begun' | 'over'; key: number }
  | { type: 'failed'; key: number; problem: string }

/** Those that wait, are sent, or have failed, in the order in which they were chosen. */
export function changeUploads(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.type) {
    case 'chosen':
      return [...uploads, ...event.uploads]
    case 'over':
      return uploads.filter(({ key }) => key !== event.key)
    case 'failed':
      return uploads.map(upload => (upload.key === event.key ? { ...upload, problem: event.problem } : upload))
    default:
      // Begun, perhaps once more.
      return uploads.map(upload => (upload.key === event.key ? withoutProblem(upload) : upload))
  }
}

const withoutProblem = ({ key, file, preview }: Upload): Upload => ({ key, file, preview })
