/** The used part of the worker's global scope, since TypeScript's types of workers exclude those of pages. */
export interface WorkerScope {
  readonly registration: { unregister(): Promise<boolean> }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<{ postMessage(data: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener<Type extends keyof WorkerEvents>(type: Type, listener: (event: WorkerEvents[Type]) => void): void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent & { readonly data: unknown }
  sync: ExtendableEvent & { readonly tag: string }
}

export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
