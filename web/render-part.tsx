import { ThemeProvider } from '@mui/material/styles'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { ALL_TEXTS } from './kit/i18n/locales/all-texts.ts'
import { setLanguage } from './kit/i18n/speech.ts'
import { theme } from './kit/theme/theme.ts'
import { LiveRegionProvider } from './kit/ui/live-region.tsx'

// On a busy machine a page needs more than the library's second.
configure({ asyncUtilTimeout: 10_000 })

type Options = {
  language?: keyof typeof ALL_TEXTS
  /** Lets a test with fake timers advance them while keys are pressed. */
  advanceTimers?: (ms: number) => void
}

/**
 * Renders a part of the app into the document until the test ends; returns the user that presses and types. A press on an element
 * with `pointer-events: none` throws.
 */
export function renderPart(part: ReactNode, { language = 'en', ...options }: Options = {}) {
  setLanguage(language, ALL_TEXTS[language])
  onTestFinished(() => {
    cleanup()
    // Charts leave the element in which they measure texts.
    document.body.replaceChildren()
  })
  render(
    <ThemeProvider theme={theme} storageManager={null}>
      <LiveRegionProvider>{part}</LiveRegionProvider>
    </ThemeProvider>,
  )
  return userEvent.setup(options)
}
