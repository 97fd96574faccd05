/**
 * How a picture is scanned. `near`: at half its width, which takes a fifth of the time, reads every code that is large enough and
 * tolerates blur. `whole`: at its full width. `far`: its middle at twice the width, for small codes. `sharp` and `sharp-near`: at its
 * full and at half its width, sharpened, for blurred or unevenly lit codes. `turned`: only tilted bars, turned upright; as `near` where
 * there are none.
 */
export type ScanPass = 'near' | 'whole' | 'far' | 'sharp' | 'sharp-near' | 'turned' | 'sharp-turned'

const ROUND: readonly ScanPass[] = ['near', 'near', 'turned', 'whole', 'near', 'near', 'near', 'far']
const LISTED_ROUND: readonly ScanPass[] = [
  ...(['near', 'near', 'turned', 'whole', 'near', 'sharp', 'near', 'far'] as const),
  ...(['near', 'sharp-turned', 'turned', 'whole', 'near', 'sharp-near', 'near', 'far'] as const),
]

/**
 * Most pictures get the quick pass, so that a code in view seldom waits for a slow one. `canSharpen`: whether a product list can confirm
 * what only a sharpened picture shows.
 */
export function scanPassAt(turn: number, canSharpen: boolean): ScanPass {
  const round = canSharpen ? LISTED_ROUND : ROUND
  return round[turn % round.length] ?? 'near'
}

export const isTurned = (pass: ScanPass) => pass.endsWith('turned')
export const isSharpened = (pass: ScanPass) => pass.startsWith('sharp')

export const even = (value: number) => Math.floor(value / 2) * 2

/** The parts of the video: what the shopper sees, and what is searched for codes. */
export type Windows = {
  aiming: Area
  visible: Area
}

/** How much higher than the aiming window a turned pass looks: a tilted code in its middle may reach out of it. */
export const TURNED_HEIGHT = 1.6

/** The part of the picture that a pass covers, on even pixels: a camera stores colours for blocks of two by two. */
export function passArea({ aiming, visible }: Windows, pass: ScanPass): Area {
  const { left, top, width, height } = isTurned(pass) ? higher(aiming, visible) : aiming
  const share = pass === 'far' ? 0.5 : 1
  return {
    left: even(left + (width * (1 - share)) / 2),
    top: even(top + (height * (1 - share)) / 2),
    width: even(width * share),
    height: even(height * share),
  }
}

function higher({ left, top, width, height }: Area, visible: Area): Area {
  const more = (height * (TURNED_HEIGHT - 1)) / 2
  const from = Math.max(top - more, visible.top, 0)
  return { left, top: from, width, height: Math.min(top + height + more, visible.top + visible.height) - from }
}

export type Size = {
  width: number
  height: number
}

export type Area = Size & {
  left: number
  top: number
}

const SHARE_OF_VIDEO = { width: 0.8, height: 0.45 }
// The window keeps clear of the edges of what the shopper sees.
const SHARE_OF_VIEW = { width: 0.92, height: 0.8 }
// And of the buttons along the view's top, plus some space.
const BUTTONS_PX = 64
const AIR_PX = 8

/** Pixels of the view for each pixel of a video that fills it (object-fit: cover). */
const getScale = (video: Size, view: Size) => Math.max(view.width / video.width, view.height / video.height)

/** The area searched for codes, in the view's pixels: centred, or as near to the centre as the buttons allow. */
function windowInView(video: Size, view: Size): Area {
  const scale = getScale(video, view)
  const width = Math.min(video.width * scale * SHARE_OF_VIDEO.width, view.width * SHARE_OF_VIEW.width)
  const clear = view.height - BUTTONS_PX - AIR_PX
  const height = Math.min(video.height * scale * SHARE_OF_VIDEO.height, view.height * SHARE_OF_VIEW.height, clear)
  const top = Math.max((view.height - height) / 2, BUTTONS_PX)
  return { left: (view.width - width) / 2, top, width, height }
}

/** The area searched for codes, in the video's pixels: about 80 % × 45 % of it, never outside of what is visible. */
export function aimingWindow(video: Size, view: Size): Area {
  const scale = getScale(video, view)
  const { top, width, height } = windowInView(video, view)
  const size = { width: Math.round(width / scale), height: Math.round(height / scale) }
  const above = visibleArea(video, view).top
  return { left: Math.round((video.width - size.width) / 2), top: Math.round(above + top / scale), ...size }
}

/** What the shopper sees of a video that fills the view, in the video's pixels. */
export function visibleArea(video: Size, view: Size): Area {
  const scale = getScale(video, view)
  const [width, height] = [view.width / scale, view.height / scale]
  return { left: (video.width - width) / 2, top: (video.height - height) / 2, width, height }
}

/** The same window as shares (0 to 1) of the view, for drawing its corners. */
export function aimingShares(video: Size, view: Size): Area {
  const { left, top, width, height } = windowInView(video, view)
  return {
    left: left / view.width,
    top: top / view.height,
    width: width / view.width,
    height: height / view.height,
  }
}
