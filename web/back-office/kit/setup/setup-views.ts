import { type ChecklistStep, GO_LIVE_STEPS } from '#contract/administration/dashboard.ts'

export const SETUP_VIEWS = ['company', 'terms', 'store', 'products', 'sale', 'goLive'] as const
export type SetupView = (typeof SETUP_VIEWS)[number]

export type SetupSteps = readonly ChecklistStep[]
const isStepDone = (steps: SetupSteps, name: ChecklistStep['step']) =>
  steps.some(({ step, done }) => step === name && done)

/** Whether a view of the set-up has nothing left to do: the last one has several steps. */
export const isViewDone = (steps: SetupSteps, view: SetupView): boolean =>
  view === 'goLive' ? GO_LIVE_STEPS.every(step => isStepDone(steps, step)) : isStepDone(steps, view)
