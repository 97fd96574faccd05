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
const scaleOf = (video: Size, view: Size) => Math.max(view.width / video.width, view.height / video.height)

/** The area searched for codes, in the view's pixels: centred, or as near to the centre as the buttons allow. */
function windowInView(video: Size, view: Size): Area {
  const scale = scaleOf(video, view)
  const width = Math.min(video.width * scale * SHARE_OF_VIDEO.width, view.width * SHARE_OF_VIEW.width)
  const clear = view.height - BUTTONS_PX - AIR_PX
  const height = Math.min(video.height * scale * SHARE_OF_VIDEO.height, view.height * SHARE_OF_VIEW.height, clear)
  const top = Math.max((view.height - height) / 2, BUTTONS_PX)
  return { left: (view.width - width) / 2, top, width, height }
}

/** The area searched for codes, in the video's pixels: about 80 % × 45 % of it, never outside of what is visible. */
export function aimingWindow(video: Size, view: Size): Area {
  const scale = scaleOf(video, view)
  const { top, width, height } = windowInView(video, view)
  const size = { width: Math.round(width / scale), height: Math.round(height / scale) }
  const hiddenAbove = (video.height - view.height / scale) / 2
  return { left: Math.round((video.width - size.width) / 2), top: Math.round(hiddenAbove + top / scale), ...size }
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
