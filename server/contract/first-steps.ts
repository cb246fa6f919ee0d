/** What a new site needs, in the order in which it is best done. */
export const FIRST_STEPS = ["whatsApp", "hours", "notify", "team", "project", "photos", "address"] as const

export type FirstStep = (typeof FIRST_STEPS)[number]

/** Whether each step is done. */
export type FirstSteps = Record<FirstStep, boolean>
