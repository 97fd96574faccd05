/** Sends a request like fetch. */
export type SendBy = (url: string, init: RequestInit & { body: Blob | string | null }) => Promise<Response>

/**
 * Sends a request like fetch and reports the share of the body sent so far, from 0 to 1, which fetch can't. For `sendBy` of a
 * call that takes a file.
 */
export const fetchReportingProgress =
  (onProgress: (share: number) => void): SendBy =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const end = (settle: () => void) => () => {
        signal?.removeEventListener('abort', abort)
        settle()
      }
      request.open(method, url)
      request.responseType = 'arraybuffer'
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
      request.upload.addEventListener('load', () => onProgress(1))
      request.addEventListener(
        'load',
        end(() => resolve(toResponse(request))),
      )
      request.addEventListener(
        'error',
        end(() => reject(new TypeError('No answer came'))),
      )
      request.addEventListener(
        'abort',
        end(() => reject(new DOMException('The call was given up', 'AbortError'))),
      )
      if (signal?.aborted) return reject(new DOMException('The call was given up', 'AbortError'))
      signal?.addEventListener('abort', abort)
      request.send(body)
    })

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name, value.join(': ')]
  })
  // Matches the `responseType` above.
  const body = request.response as ArrayBuffer
  return new Response(status === 204 ? null : body, { status, statusText, headers })
}
