import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type NamedTerminal,
  type RenamedTerminal,
  type ShownTerminalSettings,
  type Terminal,
  terminals,
} from '#contract/terminals.ts'
import { hasCode } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { useFailureNotice } from '#web/features/acts/use-failure-notice.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { describeProblems } from './store-problems.ts'
import {
  type TerminalDraft,
  type TerminalField,
  terminalDraft,
  terminalInput,
  terminalProblems,
} from './terminal-draft.ts'
import { useTerminalsChanged } from './terminal-row.tsx'

interface TerminalFormOptions {
  storeId: number
  terminal: Terminal | undefined
  settings: ShownTerminalSettings | null
  onSaved: () => void
}

const send = ({ storeId, terminal }: Pick<TerminalFormOptions, 'storeId' | 'terminal'>, input: RenamedTerminal) =>
  terminal
    ? callApi(terminals.change, { params: { id: terminal.id }, body: input })
    : // A new one's secrets are there: nothing is sent without them.
      callApi(terminals.add, { body: { store_id: storeId, ...(input as NamedTerminal) } })

/** What is typed of a terminal, and its saving. */
export function useTerminalForm({ storeId, terminal, settings, onSaved }: TerminalFormOptions) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const changed = useTerminalsChanged()
  const [draft, setDraft] = useState(() => terminalDraft(terminal?.name ?? '', settings))
  const [told, setTold] = useState<Partial<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const found = terminalProblems(draft, terminal === undefined, t)
  const change = <Field extends TerminalField>(field: Field, value: TerminalDraft[Field]) => {
    setTold(({ [field]: _mended, ...rest }) => rest)
    setDraft(before => ({ ...before, [field]: value }))
  }
  const save = async () => {
    setTried(true)
    if (Object.keys(found).length > 0 || isBusy) return
    setBusy(true)
    try {
      await send({ storeId, terminal }, terminalInput(draft))
      changed()
      notify({ id: 'terminal-saved', severity: 'success', text: t('terminalPanel.saved') })
      onSaved()
    } catch (error) {
      if (hasCode(error, 'form.invalid')) {
        const problems = describeProblems(error.body['problems'], t)
        setTold(Object.fromEntries(problems.map(({ field, text }) => [field, text])))
      } else {
        tellFailure(error, 'terminal-failed')
      }
    } finally {
      setBusy(false)
    }
  }
  const problems: Partial<Record<TerminalField, string>> = { ...(isTried && found), ...told }
  return { draft, change, save, problems, isBusy }
}
