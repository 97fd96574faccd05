import { CalendarIcon, createIcon, HelpIcon, HomeIcon } from '#web/kit/ui/icons.tsx'

/** The drawings of the back office's sections; only the back office loads them. */
export const SECTION_ICONS = {
  '/home': HomeIcon,
  '/products': createIcon(<path d="M4 12V4h8l8.5 8.5-8 8zM8 8h.01" />),
  '/stock': createIcon(<path d="M4 8.5 12 4l8 4.5v8L12 21l-8-4.5zM4 8.5l8 4.5 8-4.5M12 13v8" />),
  '/orders': createIcon(<path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5" />),
  '/preorder-events': CalendarIcon,
  '/preorders': createIcon(<path d="M5 8h14l-1 12H6zM8.5 8a3.5 3.5 0 0 1 7 0M9 14.5l2 2 4-4" />),
  '/recalls': createIcon(<path d="M12 4 21 20H3zM12 10v4.5M12 17.2h.01" />),
  '/suppliers': createIcon(
    <path d="M3 6h11v10H3zM14 9.5h4l3 3.5v3h-7M7 19a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 19zM17.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z" />,
  ),
  '/stores': createIcon(<path d="M4 9.5 5.5 4h13L20 9.5M4 9.5V20h16V9.5M4 9.5h16M10 20v-5.5h4V20" />),
  '/messages': createIcon(<path d="M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12.5h5" />),
  '/users': createIcon(
    <path d="M9 11.5A3.5 3.5 0 1 0 9 4.5a3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.3M18 14.5a6 6 0 0 1 3.5 5.5" />,
  ),
  '/visitors-log': createIcon(<path d="M6 21V4h9v17M3.5 21H20M12 12.2h.01M15 8.5h3.5V21" />),
  '/people': createIcon(
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 9.5-4.9M17 12.5l3.5 1.5v2.5c0 2-1.4 3.4-3.5 4.5-2.1-1.1-3.5-2.5-3.5-4.5V14z" />,
  ),
  '/approvals': createIcon(<path d="M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM8.5 11.5l2.5 2.5 4.5-4.5" />),
  '/duty': createIcon(<path d="M6 16h12l-1.5-2.5V10a4.5 4.5 0 0 0-9 0v3.5zM10 19a2 2 0 0 0 4 0M12 5.5V3.5" />),
  '/closings': createIcon(
    <path d="M5 4h14v16H5zM8.5 8h7M8.5 12h.01M12 12h.01M15.5 12h.01M8.5 16h.01M12 16h.01M15.5 16h.01" />,
  ),
  '/payouts': createIcon(<path d="M4 10 12 4l8 6M5.5 10v8M10 10v8M14 10v8M18.5 10v8M4 20h16" />),
  '/reports': createIcon(<path d="M4 20h16M7 20v-7M12 20V5M17 20V9.5" />),
  '/campaigns': createIcon(
    <path d="M5 19 19 5M8 9.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM16 18a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z" />,
  ),
  '/settings': createIcon(<path d="M4 7h9M19 7h1M16 4.5v5M4 12h2M12 12h8M9 9.5v5M4 17h9M19 17h1M16 14.5v5" />),
  '/audit': createIcon(<path d="M12 7v5.5l3.5 2M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 12 2.5 9.5M4.5 12 7 10" />),
  '/guide': HelpIcon,
} as const

/** The drawings of the work in a store. */
export const WORK_ICONS = {
  delivery: createIcon(<path d="M12 3v9M8 8.5 12 12l4-3.5M4 13v7h16v-7" />),
  count: createIcon(<path d="M7 4h10v16H7zM10 8h4M10 12h1M13 12h1M10 16h1M13 16h1" />),
  waste: createIcon(<path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5" />),
  labels: createIcon(<path d="M3 6h18v12H3zM6.5 9v6M9 9v6M11 9v6M14 9.5h4M14 14.5h4" />),
  redLabel: createIcon(<path d="M3 6h18v12H3zM8 15l8-6M9 9.8h.01M15 14.2h.01" />),
  pickList: createIcon(<path d="M6 4h12v16H6zM9 9l1 1 2-2M9 14.5l1 1 2-2M14.5 9.5H16M14.5 15H16" />),
} as const
