import { type CSSProperties, useEffect, useState } from 'react'
import { joinClasses } from './text.tsx'
import css from './ui.module.css'

// A shorter wait shows nothing: a flash of a spinner looks like a fault.
const TIMEOUT_MS = 300

/** Replaces the app while it can't be shown; `label` names what it waits for. */
export function FullScreenLoading({ label }: { label: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={css.loading}>
      {isLate && <Spinner label={label} size={40} />}
    </div>
  )
}

type SpinnerProps = { label?: string | undefined; size?: number; className?: string | undefined }

/** Something is under way, for an unknown time. */
export const Spinner = ({ label, size, className }: SpinnerProps) => (
  <span
    role="progressbar"
    aria-label={label}
    className={joinClasses(css.spinner, className)}
    style={{ fontSize: size }}
  />
)

type SkeletonProps = { width?: string; height?: number; isText?: boolean; className?: string | undefined }

/** The place of something that loads. */
export const Skeleton = ({ width, height, isText = false, className }: SkeletonProps) => {
  const style: CSSProperties = { width, height }
  return <span className={joinClasses(css.skeleton, isText && css.skeletonText, className)} style={style} />
}
