export const FLOODS = ['web-vitals', 'authenticate', 'code'] as const
export type FloodKind = (typeof FLOODS)[number]
/** The input of bench/flood.ts. */
export type Flood = { port: number; kind: FloodKind; connections: number; cookie: string; csrfToken: string }
