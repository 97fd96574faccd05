import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ComponentType } from 'react'
import { emotionCache } from './emotion-cache.ts'
import { theme } from './theme.ts'

/** Gives a part of the back office Material’s theme. What shoppers load has its styles in style sheets. */
export const inOfficeTheme = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> =>
  function InOfficeTheme(props: Props) {
    return (
      <CacheProvider value={emotionCache}>
        <ThemeProvider theme={theme} storageManager={null}>
          <Part {...props} />
        </ThemeProvider>
      </CacheProvider>
    )
  }
