import { useEffect, useState } from 'react'

const HIDE_AFTER_PX = 100

/** Whether the last scrolling led downwards, to more than 100 px from the top. */
export function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(() => window.scrollY > HIDE_AFTER_PX)
  useEffect(() => {
    let before = window.scrollY
    const compare = () => {
      const now = window.scrollY
      setDown(now >= before && now > HIDE_AFTER_PX)
      before = now
    }
    addEventListener('scroll', compare, { passive: true })
    return () => removeEventListener('scroll', compare)
  }, [])
  return isDown
}
