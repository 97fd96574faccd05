/** How this browser can put the app on the home screen: by a prompt, by a guide through Safari's menu, or not at all. */
type InstallWay = 'prompt' | 'iphone' | 'none'

type BrowserFacts = {
  userAgent: string
  /** Whether it already runs from the home screen. */
  isStandalone: boolean
  hasPrompt: boolean
}

// Other browsers on an iPhone add their own name to the user agent, and their menus differ.
const OTHERS_ON_IPHONE = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA|FBAN|FBAV|Instagram/

export function installWay({ userAgent, isStandalone, hasPrompt }: BrowserFacts): InstallWay {
  if (isStandalone) return 'none'
  if (hasPrompt) return 'prompt'
  const isIphoneSafari = /iPhone|iPod/.test(userAgent) && /Safari\//.test(userAgent)
  return isIphoneSafari && !OTHERS_ON_IPHONE.test(userAgent) ? 'iphone' : 'none'
}

export function runsFromHomeScreen(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}
