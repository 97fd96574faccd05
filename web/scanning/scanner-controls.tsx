import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FlashIcon, SoundIcon, SoundOffIcon } from '#web/kit/ui/icons.tsx'
import { SwitchLensIcon } from './switch-lens-icon.tsx'
import { isSoundOn, keepSound, readySound } from './sounds.ts'
import type { Camera } from './use-camera.ts'
import { WindowButton } from './window-button.tsx'

const row = { position: 'absolute', top: 12, zIndex: 1, display: 'flex', gap: 1 } as const

function SoundButton() {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(isSoundOn)
  const toggle = () => {
    keepSound(!isOn)
    setOn(!isOn)
    readySound()
  }
  return (
    <WindowButton label={isOn ? t('scanner.soundOff') : t('scanner.soundOn')} onClick={toggle}>
      {isOn ? <SoundIcon /> : <SoundOffIcon />}
    </WindowButton>
  )
}

/** Upon the picture: on the left what this phone's camera can do, on the right sound and the way without a camera. */
export function ScannerControls({ camera, onManual }: { camera: Camera; onManual: () => void }) {
  const { t } = useTranslation()
  const { torch, zoom, switchLens } = camera
  return (
    <>
      <Box sx={{ ...row, left: 12 }}>
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
            label={zoom.isNear ? `2× ${t('scanner.zoomOut')}` : `1× ${t('scanner.zoomIn')}`}
            isPressed={zoom.isNear}
            onClick={zoom.toggle}
          >
            {zoom.isNear ? '2×' : '1×'}
          </WindowButton>
        )}
        {switchLens && (
          <WindowButton label={t('scanner.switchCamera')} onClick={switchLens}>
            <SwitchLensIcon />
          </WindowButton>
        )}
      </Box>
      <Box sx={{ ...row, right: 12 }}>
        <SoundButton />
        {/* Whoever speaks to the phone says what stands on the button. */}
        <WindowButton label={`${t('scanner.typeCode')} 123`} opensDialog onClick={onManual}>
          123
        </WindowButton>
      </Box>
    </>
  )
}
