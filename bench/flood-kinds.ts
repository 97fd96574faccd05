export const FLOODS = ['web-vitals', 'authenticate', 'code'] as const
export type FloodKind = (typeof FLOODS)[number]
/** What bench/flood.ts is started with. */
export type Flood = { port: number; kind: FloodKind; connections: number; cookie: string; csrfToken: string }
