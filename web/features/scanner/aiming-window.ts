export interface Size {
  width: number
  height: number
}

export interface Area extends Size {
  left: number
  top: number
}

const SHARE_OF_VIDEO = { width: 0.8, height: 0.45 }
// The window stays clear of the edges of what the shopper sees.
const SHARE_OF_VIEW = { width: 0.92, height: 0.8 }

/** The part of a video, in its own pixels, that a view filled by it (object-fit: cover) shows. */
function visibleSize(video: Size, view: Size): Size {
  const scale = Math.max(view.width / video.width, view.height / video.height)
  return { width: view.width / scale, height: view.height / scale }
}

/** Where codes are looked for, in the video's pixels: about 80 % × 45 % of it, never outside of what is seen. */
export function aimingWindow(video: Size, view: Size): Area {
  const visible = visibleSize(video, view)
  const width = Math.round(Math.min(video.width * SHARE_OF_VIDEO.width, visible.width * SHARE_OF_VIEW.width))
  const height = Math.round(Math.min(video.height * SHARE_OF_VIDEO.height, visible.height * SHARE_OF_VIEW.height))
  return {
    left: Math.round((video.width - width) / 2),
    top: Math.round((video.height - height) / 2),
    width,
    height,
  }
}

/** The same window as shares (0 to 1) of the view, for drawing its corners. */
export function aimingShares(video: Size, view: Size): Size {
  const visible = visibleSize(video, view)
  const { width, height } = aimingWindow(video, view)
  return { width: width / visible.width, height: height / visible.height }
}
