/** The package brings no types; these are the parts that tests use. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options?: { url?: string })
    readonly window: Window
  }
}
