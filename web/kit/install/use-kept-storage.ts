import { useEffect } from 'react'
import { hasPaid, keepStorage } from './kept-storage.ts'

/** Requests persistent storage at an install, and again at the start after a paid basket: some browsers grant it late. */
export function useKeptStorage(): void {
  useEffect(() => {
    const keep = () => void keepStorage()
    if (hasPaid()) keep()
    addEventListener('appinstalled', keep)
    return () => removeEventListener('appinstalled', keep)
  }, [])
}
