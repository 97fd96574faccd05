import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ComponentType } from 'react'
import { theme } from './theme.ts'
import './office-selects.css'

// The server puts the page's nonce here; without it the content security policy blocks our styles.
const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const emotionCache = createCache({ key: 'puoti', nonce: styleNonce, prepend: true })

/** Provides Material’s theme to a part of the back office. What shoppers load has its styles in style sheets. */
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
