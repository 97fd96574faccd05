import { useEffect, useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { promptInstall, installPrompt, subscribeToInstallPrompt } from './install-prompt.ts'
import { installWay, runsFromHomeScreen } from './install-way.ts'
import css from './install.module.css'
import { rememberPaid } from './persistent-storage.ts'

const ANSWERED_KEY = 'install-offer'

const { Part: IphoneGuide } = lazyPart(async () => (await import('./iphone-guide.tsx')).IphoneGuide)

function useInstallWay() {
  const prompt = useSyncExternalStore(subscribeToInstallPrompt, installPrompt)
  return installWay({ userAgent: navigator.userAgent, isStandalone: runsFromHomeScreen(), hasPrompt: prompt !== null })
}

/** Offers to install the app after a paid basket. A user who has answered is not asked again. */
export function InstallOffer() {
  const { t } = useTranslation()
  const way = useInstallWay()
  const [isAnswered, setAnswered] = useState(() => readStored(ANSWERED_KEY) !== null)
  const [isGuideOpen, setGuideOpen] = useState(false)
  useEffect(rememberPaid, [])
  const answer = () => {
    writeStored(ANSWERED_KEY, 'answered')
    setAnswered(true)
  }
  const install = async () => {
    if (way === 'iphone') return setGuideOpen(true)
    await promptInstall()
    return answer()
  }
  if (isAnswered || way === 'none') return null
  return (
    <Panel tone="fresh" component="section" aria-label={t('install.title')}>
      <Text variant="h2">{t('install.title')}</Text>
      <Text className={css.offerText}>{t(way === 'iphone' ? 'install.textOnIphone' : 'install.text')}</Text>
      <div className={css.offerAction}>
        <SecondaryButton onClick={() => void install()}>
          {t(way === 'iphone' ? 'install.acceptOnIphone' : 'install.accept')}
        </SecondaryButton>
        <SecondaryButton shape="quiet" onClick={answer}>
          {t('install.dismiss')}
        </SecondaryButton>
      </div>
      {isGuideOpen && (
        <IphoneGuide
          onClose={() => {
            setGuideOpen(false)
            answer()
          }}
        />
      )}
    </Panel>
  )
}
