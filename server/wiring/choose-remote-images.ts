import { guardedLookup, isPublicAddress } from '#server/adapters/push/post.ts'
import { httpsImages } from '#server/adapters/remote-image/https-image.ts'
import type { FetchRemoteImage } from '#server/adapters/remote-image/remote-image.ts'
import { BUILD } from '#server/config/build.ts'

/** Downloads the images whose addresses are in imported files. */
export const chooseRemoteImages = (): FetchRemoteImage =>
  httpsImages({ guard: guardedLookup(), isPublicAddress, userAgent: `Puoti/${BUILD.version}` })
