import { z } from 'zod'

/** A terminal's default port. */
export const DEFAULT_PORT = 10_001

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** The password is sent when the WebSocket opens, so TLS is required, except to this machine. */
const safeWebSocketUrl = z.url({ protocol: /^wss?$/ }).refine(text => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'wss:' || isLoopback(url.hostname))
}, 'it must begin with wss://')

/** A terminal's address and credentials. `apiKey` and `password` are secrets. */
export const jsonposSettings = z.discriminatedUnion('transport', [
  z.object({
    transport: z.literal('tcp'),
    host: z.string().min(1),
    port: z.int().min(1).max(65_535).default(DEFAULT_PORT),
    apiKey: z.string().min(1),
  }),
  z.object({
    transport: z.literal('websocket'),
    /** The full URL, including the terminal's id: wss://host/…/123456/jsonpos */
    url: safeWebSocketUrl,
    user: z.string().min(1),
    password: z.string().min(1),
    apiKey: z.string().min(1),
  }),
])

export type JsonposSettings = z.infer<typeof jsonposSettings>
