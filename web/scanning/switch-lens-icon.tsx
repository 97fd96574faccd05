/** A lens between two turning arrows. */
export function SwitchLensIcon() {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 10a8.2 8.2 0 0 1 14.5-3M20 14a8.2 8.2 0 0 1-14.5 3M19 3v4h-4M5 21v-4h4" />
        <circle cx="12" cy="12" r="2.5" />
      </g>
    </svg>
  )
}
