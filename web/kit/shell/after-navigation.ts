import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { tabStorage } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'scroll-positions'

/** The scroll position of each history entry, by its key. */
const scrollPositions = new Map<string, number>(readPositions())

function readPositions(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readPosition) : []
  } catch {
    return []
  }
}

function readPosition(stored: unknown): [string, number][] {
  if (!Array.isArray(stored)) return []
  const [key, top]: unknown[] = stored
  return typeof key === 'string' && typeof top === 'number' ? [[key, top]] : []
}

const storePositions = () => void tabStorage.write(STORAGE_KEY, JSON.stringify([...scrollPositions]))

/** A page opens at its top; Back, Forward and a reload restore its scroll position. */
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
    scrollTo(0, isReturn ? (scrollPositions.get(key) ?? 0) : 0)
    const note = () => void scrollPositions.set(key, scrollY)
    const store = () => {
      note()
      storePositions()
    }
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', store)
    }
  }, [key, isReturn])
}

/** Moves the focus to the heading when another page opens, unless the page has moved it itself. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (main.current?.contains(document.activeElement) === true) return
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
