import type { ImageFault } from '#domain/catalogue/imports/image-faults.ts'

export type RemoteImageFault = Exclude<ImageFault, 'noImage' | 'gone'>

/** `bytes`: as they arrived. The caller checks what they are. */
export type RemoteImageAnswer = { kind: 'found'; bytes: Buffer } | { kind: 'failed'; fault: RemoteImageFault }

/** Downloads a file from an address that an admin’s file has. Failures are returned, not thrown. */
export type FetchRemoteImage = (address: string) => Promise<RemoteImageAnswer>
