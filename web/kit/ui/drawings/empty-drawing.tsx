import type { ReactNode } from 'react'
import css from './drawings.module.css'

// One style for all of them: paper, forest line, one leaf. Colours come from the theme, for dark mode too.
const EMPTY_DRAWINGS = {
  basket: (
    <>
      <path className={css.fill} d="M24 56h96l-10 44a8 8 0 0 1-8 6H42a8 8 0 0 1-8-6z" />
      <path d="M24 56h96l-10 44a8 8 0 0 1-8 6H42a8 8 0 0 1-8-6zM16 56h112M46 56l16-28M98 56 82 28M52 70l4 22M72 70v22M92 70l-4 22" />
    </>
  ),
  shelf: (
    <>
      <path className={css.fill} d="M22 20h100v32H22zM22 60h100v32H22z" />
      <path d="M22 14v98M122 14v98M22 52h100M22 92h100" />
      <path className={css.leaf} d="M58 52V40a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v12z" />
    </>
  ),
  search: (
    <>
      <circle className={css.fill} cx="64" cy="54" r="34" />
      <circle cx="64" cy="54" r="34" />
      <path d="m90 80 28 28M52 66c3-9 21-9 24 0M54 46h.01M74 46h.01" />
    </>
  ),
  door: (
    <>
      <path className={css.fill} d="M40 14h64v96H40z" />
      <path d="M40 110V18a4 4 0 0 1 4-4h56a4 4 0 0 1 4 4v92M24 110h96M92 62v8" />
      <path className={css.leaf} d="M54 30h36v22H54z" />
    </>
  ),
  failure: (
    <>
      <path className={css.fill} d="M30 34h84v60H30z" />
      <path d="M34 30h76a4 4 0 0 1 4 4v60a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4zM30 46h84M60 84c3-8 21-8 24 0M62 64h.01M82 64h.01" />
    </>
  ),
  receipt: (
    <>
      <path className={css.fill} d="M40 14h64v94l-11-8-10 8-11-8-11 8-10-8-11 8z" />
      <path d="M40 14h64v94l-11-8-10 8-11-8-11 8-10-8-11 8zM54 36h36M54 52h36M54 68h20" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** A quiet picture for empty states; the text beside it has the meaning, so screen readers skip it. */
export function EmptyDrawing({ subject }: { subject: keyof typeof EMPTY_DRAWINGS }) {
  return (
    <svg viewBox="0 0 144 120" width={144} height={120} aria-hidden="true" focusable="false" className={css.empty}>
      {EMPTY_DRAWINGS[subject]}
    </svg>
  )
}
