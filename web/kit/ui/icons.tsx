import type { ReactNode } from 'react'

type IconProps = {
  /** Pixels; 24 by default. */
  size?: number
}

// Line drawings of one weight on a 24 px grid. A name is always beside them, so screen readers skip them.
export function createIcon(shape: ReactNode) {
  return function Icon({ size = 24 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shape}
      </svg>
    )
  }
}

export const HomeIcon = createIcon(<path d="M4 11 12 4l8 7v9H4zM10 20v-5.5h4V20" />)
export const DoorIcon = createIcon(
  <path d="M6 21V4.5A1.5 1.5 0 0 1 7.5 3h9A1.5 1.5 0 0 1 18 4.5V21M3.5 21h17M14 12.2h.01" />,
)
export const MenuIcon = createIcon(<path d="M4 6.5h16M4 12h16M4 17.5h16" />)
export const PersonIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="3.5" />
    <path d="M5 20c.6-3.8 3.4-5.5 7-5.5s6.4 1.7 7 5.5" />
  </>,
)
export const ScanIcon = createIcon(
  <path d="M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7m10 0h2.5A1.5 1.5 0 0 1 21 4.5V7m0 10v2.5a1.5 1.5 0 0 1-1.5 1.5H17M7 21H4.5A1.5 1.5 0 0 1 3 19.5V17M8 8v8m4-8v8m4-8v8" />,
)
export const FlashIcon = createIcon(<path d="M13 3 6 13.5h5L10.5 21 18 10h-5.5z" />)
export const CloseIcon = createIcon(<path d="M6 6l12 12M18 6 6 18" />)
export const CheckIcon = createIcon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const PlusIcon = createIcon(<path d="M12 5v14M5 12h14" />)
export const MinusIcon = createIcon(<path d="M5 12h14" />)
export const WarningIcon = createIcon(<path d="M12 4 2.5 20h19zM12 10v4.5M12 17.2h.01" />)
export const InfoIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5M12 8h.01" />
  </>,
)
export const HelpIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.8M12 16.8h.01" />
  </>,
)
export const PhoneIcon = createIcon(
  <>
    <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
    <path d="M11 18.5h2" />
  </>,
)
export const EarlierIcon = createIcon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />)
export const LaterIcon = createIcon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />)
export const CalendarIcon = createIcon(
  <>
    <rect x="4" y="5" width="16" height="15.5" rx="2" />
    <path d="M4 10h16M8.5 3v4m7-4v4" />
  </>,
)
export const MailIcon = createIcon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="m4 7.5 8 6 8-6" />
  </>,
)
export const SearchIcon = createIcon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
)
export const TrashIcon = createIcon(<path d="M4 7h16M9.5 7V4h5v3M6.5 7l.8 13h9.4l.8-13M10 11v5M14 11v5" />)
export const CameraIcon = createIcon(
  <>
    <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
)
export const SoundIcon = createIcon(
  <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />,
)
export const SoundOffIcon = createIcon(<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />)
export const FilterIcon = createIcon(<path d="M4 6h16M7 12h10M10 18h4" />)
