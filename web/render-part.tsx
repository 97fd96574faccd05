import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { ALL_TEXTS } from './kit/i18n/locales/all-texts.ts'
import { setLanguage } from './kit/i18n/speech.ts'
import { theme } from './kit/theme/theme.ts'
import { LiveRegionProvider } from './kit/ui/live-region.tsx'

type Options = {
  language?: keyof typeof ALL_TEXTS
  /** Lets a test with a clock of its own move it while keys are pressed. */
  advanceTimers?: (ms: number) => void
}

/**
 * Draws a part of the app into the document of a test, until that ends; returns who presses and types there. A press on what
 * takes none (`pointer-events: none`) throws.
 */
export function renderPart(part: ReactNode, { language = 'en', ...options }: Options = {}) {
  setLanguage(language, ALL_TEXTS[language])
  onTestFinished(cleanup)
  render(
    <ThemeProvider theme={theme} storageManager={null}>
      <LiveRegionProvider>{part}</LiveRegionProvider>
    </ThemeProvider>,
  )
  return userEvent.setup(options)
}
