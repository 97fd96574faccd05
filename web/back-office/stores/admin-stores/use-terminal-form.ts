import { useMemo } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type NamedTerminal, type TerminalDetail, terminals } from '#contract/payments/terminals.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { describeProblems } from './store-problems.ts'
import {
  TERMINAL_MERGING,
  type TerminalDraft,
  terminalDraft,
  terminalInput,
  terminalProblems,
} from './terminal-draft.ts'
import { useTerminalsChanged } from './terminal-row.tsx'

interface TerminalFormOptions {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: TerminalDetail | undefined
  onSaved: () => void
}

const draftOf = (terminal: TerminalDetail | undefined) =>
  terminalDraft(terminal?.name ?? '', terminal?.settings ?? null)

/** The form of a terminal, and its saving. */
export function useTerminalForm({ storeId, terminal, onSaved }: TerminalFormOptions) {
  const { t } = useTranslation()
  const changed = useTerminalsChanged()
  const values = useMemo(() => draftOf(terminal), [terminal])
  return useRecordForm<TerminalDraft, TerminalDetail>({
    values,
    revision: terminal?.revision,
    merging: TERMINAL_MERGING,
    check: draft => terminalProblems(draft, terminal === undefined, t),
    save: (draft, revision) =>
      terminal && revision !== undefined
        ? callApi(terminals.change, { params: { id: terminal.id }, body: { ...terminalInput(draft), revision } })
        : // A new terminal has its secrets: nothing is sent without them.
          callApi(terminals.add, { body: { store_id: storeId, ...(terminalInput(draft) as NamedTerminal) } }),
    read: saved => ({ values: draftOf(saved), revision: saved.revision }),
    describe: problems => describeProblems(problems, t),
    onSaved: (_saved, taken) => {
      changed()
      // The admin first sees what another admin changed meanwhile.
      if (taken.length === 0) onSaved()
    },
  })
}
