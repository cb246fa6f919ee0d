import { type PointerEvent, useRef, useState } from "react"

/** Distances in pixels: a shorter movement than BEGIN is a tap, and one of at least ACT starts the action. */
const BEGIN = 12
const ACT = 88

interface Swipe {
  onRight: (() => void) | undefined
  onLeft: (() => void) | undefined
}

/** Starts an action when a finger moves the element sideways; the browser scrolls on vertical movements. */
export function useSwipe({ onRight, onLeft }: Swipe) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const [offset, setOffset] = useState(0)

  function move({ clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const x = clientX - start.current.x
    if (offset === 0) {
      if (Math.abs(clientY - start.current.y) > Math.abs(x)) return
      if (Math.abs(x) < BEGIN) return
      currentTarget.setPointerCapture(pointerId)
    }
    const isPossible = x > 0 ? onRight : onLeft
    setOffset(isPossible ? x : 0)
  }

  function end() {
    if (start.current && Math.abs(offset) >= ACT) (offset > 0 ? onRight : onLeft)?.()
    cancel()
  }

  function cancel() {
    start.current = undefined
    setOffset(0)
  }

  return {
    offset,
    /** Whether lifting the finger would start the action. */
    isFar: Math.abs(offset) >= ACT,
    handlers: {
      onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent<HTMLElement>) {
        if (pointerType === "touch" && isPrimary) start.current = { x: clientX, y: clientY }
      },
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: cancel,
      // A swipe that ends on a link or button must not press it.
      onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
        if (offset === 0) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
