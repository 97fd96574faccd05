import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Grow from '@mui/material/Grow'
import IconButton from '@mui/material/IconButton'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { SHORT_SCREEN } from '#web/kit/ui/short-screen.ts'
import type { Notice, NoticeAction } from './notice-queue.ts'
import { useAutoHide } from './use-auto-hide.ts'

interface NoticeItemProps {
  notice: Notice
  hideAfterMs: number
  closeText: string
  onClose: () => void
  onGone: () => void
}

const ENTER_MS = 225
const EXIT_MS = 195
const ICONS = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: WarningIcon }

const grounds = {
  success: { bgcolor: 'surface.toast', color: 'surface.toastInk' },
  info: { bgcolor: 'surface.toast', color: 'surface.toastInk' },
  warning: { bgcolor: 'pill.attention', color: 'pill.attentionInk' },
  error: { bgcolor: 'error.main', color: 'error.contrastText' },
}

// Text and detail in one line, so that it covers half a row of the basket and not one and a half.
const slim = {
  [SHORT_SCREEN]: { py: 0.5, typography: 'body2', lineHeight: 1.3, '& > *': { display: 'inline', mr: 0.75 } },
}

export function NoticeItem({ notice, hideAfterMs, closeText, onClose, onGone }: NoticeItemProps) {
  const holding = useAutoHide(
    notice.persist || notice.isLeaving ? null : (notice.hideAfterMs ?? hideAfterMs),
    notice.version,
    onClose,
  )
  const Icon = ICONS[notice.severity]
  const actions = [notice.action, ...(notice.moreActions ?? [])].filter(action => action !== undefined)
  const isTall = actions.length > 2
  const act = (action: NoticeAction) => {
    action.onAct()
    if (action.keepOpen !== true) onClose()
  }
  return (
    <Grow in={!notice.isLeaving} appear timeout={{ enter: ENTER_MS, exit: EXIT_MS }} onExited={onGone}>
      <Box
        {...holding}
        data-severity={notice.severity}
        sx={{
          ...grounds[notice.severity],
          pointerEvents: 'auto',
          display: 'flex',
          flexWrap: isTall ? 'wrap' : 'nowrap',
          alignItems: 'center',
          gap: 1,
          pl: 2,
          pr: 0.5,
          py: 0.5,
          ...(notice.plain === true && { [SHORT_SCREEN]: { py: 0.25 } }),
          borderRadius: 1,
          boxShadow: '0 6px 20px rgb(0 0 0 / 0.25)',
        }}
      >
        {notice.plain !== true && <Icon size={22} />}
        {/* More than two actions go below the text and the close button. */}
        <Box sx={[{ flex: isTall ? '1 0 calc(100% - 100px)' : 1, minWidth: 0, py: 1 }, notice.plain === true && slim]}>
          <Box sx={{ fontWeight: 650, lineHeight: 1.3 }}>{notice.text}</Box>
          {notice.detail !== undefined && <Box sx={{ typography: 'body2' }}>{notice.detail}</Box>}
        </Box>
        {actions.map(action => (
          <Button
            key={action.label}
            color={action.filled === true ? 'secondary' : 'inherit'}
            variant={action.filled === true ? 'contained' : 'text'}
            sx={{ minWidth: 44, px: 1.25, ...(isTall && { order: 1, flex: '1 0 auto' }) }}
            size="small"
            aria-label={action.ariaLabel}
            onClick={() => act(action)}
          >
            {action.label}
          </Button>
        ))}
        {notice.plain !== true && (
          <IconButton aria-label={closeText} onClick={onClose}>
            <CloseIcon size={20} />
          </IconButton>
        )}
      </Box>
    </Grow>
  )
}
