import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const STORAGE_KEY = 'scroll-positions'

/** How far down each entry of the history was scrolled, by its key. */
const positions = new Map<string, number>(readPositions())

function readPositions(): [string, number][] {
  try {
    // Written below.
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

function keepPositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
  } catch {
    // Storage may be refused: a reload then starts at the top.
  }
}

/** A page opens at its top; Back, Forward and a reload find it where it was left. */
export function useScrollMemory(): void {
  const { key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  useLayoutEffect(() => {
    scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0)
    const note = () => void positions.set(key, scrollY)
    const keep = () => {
      note()
      keepPositions()
    }
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', keep)
    }
  }, [key, isReturn])
}
