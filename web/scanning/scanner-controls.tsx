import { type ComponentProps, type ReactNode, useState, type FormEvent } from 'react'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { numberText } from '#domain/format/number-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { FlashIcon, SoundIcon, SoundOffIcon } from '#web/kit/ui/icons.tsx'
import type { Camera } from './camera/use-camera.ts'
import css from './scanning.module.css'
import { isSoundOn, storeSound, readySound } from './sounds.ts'

type WindowButtonProps = {
  /** The label for screen readers. */
  label: string
  children: ReactNode
  onClick: () => void
  /** For a toggle button. */
  isPressed?: boolean
  opensDialog?: boolean
}

/** A button on the camera's picture: dark, or light while it is on. */
function WindowButton({ label, children, onClick, isPressed, opensDialog = false }: WindowButtonProps) {
  const states: ComponentProps<'button'> = {
    ...(isPressed !== undefined && { 'aria-pressed': isPressed }),
    ...(opensDialog && { 'aria-haspopup': 'dialog' }),
  }
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick} className={css.look} {...states}>
      {children}
    </button>
  )
}

/** A lens between two turning arrows. */
function SwitchLensIcon() {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 10a8.2 8.2 0 0 1 14.5-3M20 14a8.2 8.2 0 0 1-14.5 3M19 3v4h-4M5 21v-4h4" />
        <circle cx="12" cy="12" r="2.5" />
      </g>
    </svg>
  )
}

function SoundButton() {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(isSoundOn)
  const toggle = () => {
    storeSound(!isOn)
    setOn(!isOn)
    readySound()
  }
  return (
    <WindowButton label={isOn ? t('scanner.soundOff') : t('scanner.soundOn')} onClick={toggle}>
      {isOn ? <SoundIcon /> : <SoundOffIcon />}
    </WindowButton>
  )
}

const formatFactor = (factor: number) => `${numberText(factor)}×`

/** On the picture: on the left what this phone's camera can do, on the right sound and the way without a camera. */
export function ScannerControls({ camera, onManual }: { camera: Camera; onManual: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { torch, zoom, switchLens } = camera
  return (
    <>
      <div className={css.controls}>
        {torch && (
          <WindowButton
            label={torch.isOn ? t('scanner.torchOff') : t('scanner.torchOn')}
            isPressed={torch.isOn}
            onClick={torch.toggle}
          >
            <FlashIcon />
          </WindowButton>
        )}
        {zoom && (
          <WindowButton
            label={`${formatFactor(zoom.factor)} ${zoom.factor > 1 ? t('scanner.zoomOut') : t('scanner.zoomIn')}`}
            isPressed={zoom.factor > 1}
            onClick={() => zoom.zoomTo(zoom.factor > 1 ? 1 : 2)}
          >
            {formatFactor(zoom.factor)}
          </WindowButton>
        )}
        {switchLens && (
          <WindowButton label={t('scanner.switchCamera')} onClick={switchLens}>
            <SwitchLensIcon />
          </WindowButton>
        )}
      </div>
      <div className={css.soundButton}>
        <SoundButton />
        {onManual && (
          // The label contains the button's text, for voice control.
          <WindowButton label={`${t('scanner.typeCode')} 123`} opensDialog onClick={onManual}>
            123
          </WindowButton>
        )}
      </div>
    </>
  )
}

type QuickCodeProps = {
  hint: string
  onCode: (code: string) => void
  /** Whether the field has text or the focus. */
  onTyping: (isTyping: boolean) => void
}

/** The number below the bars, typed on the picture itself. */
export function QuickCode({ hint, onCode, onTyping }: QuickCodeProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (normaliseGtin(text) === undefined) return
    onCode(text.replaceAll(/\s/g, ''))
    setText('')
    onTyping(false)
  }
  return (
    <form onSubmit={submit} className={css.quickCodeForm}>
      <input
        value={text}
        onChange={event => setText(event.target.value)}
        onFocus={() => onTyping(true)}
        onBlur={() => onTyping(text !== '')}
        placeholder={t('scanner.quickCode')}
        aria-label={hint}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        className={css.quickCodeField}
      />
      {/* A disabled button would be dark on the dark picture. */}
      {normaliseGtin(text) !== undefined && (
        <SecondaryButton shape="leaf" small type="submit">
          {t('scanner.manualAdd')}
        </SecondaryButton>
      )}
    </form>
  )
}
