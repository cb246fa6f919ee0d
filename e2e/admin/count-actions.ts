import type { Locator, Page } from "@playwright/test"

type Files = Parameters<Locator["setInputFiles"]>[0]

/** Counts what somebody does: clicks, fields, file dialogs and page loads. */
export function countActions(page: Page) {
  let count = 0
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1
  })
  return {
    get count() {
      return count
    },
    click(target: Locator) {
      count += 1
      return target.click()
    },
    fill(field: Locator, text: string) {
      count += 1
      return field.fill(text)
    },
    choose(field: Locator, option: string | { index: number }) {
      count += 1
      return field.selectOption(option)
    },
    /** Any number of files counts as one action, since one dialog selects them. */
    chooseFiles(field: Locator, files: Files) {
      count += 1
      return field.setInputFiles(files)
    },
  }
}
