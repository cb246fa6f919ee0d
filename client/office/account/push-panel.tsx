import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { unsubscribe } from "#client/app/push.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatAgo } from "#client/office/french/ages.ts"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { PushDevice, PushDevices } from "#server/contract/push.ts"
import { accountFailure } from "./account-failure.ts"
import { findOwnHash, pushSupport, subscribe } from "./push-subscription.ts"
import { account } from "./texts.ts"

const texts = account.push

/** Turns push messages on and off in this browser, and lists the devices that get them. */
export function PushPanel() {
  const { queries } = useApi()
  const canRead = useCan()("messages.read")
  const devices = useQuery(queries.accounts.devices.queryOptions(undefined, { enabled: canRead, staleTime: 0 }))
  if (!canRead) return null
  return (
    <Panel title={texts.title}>
      <div className="grid max-w-xl gap-4">
        <p>{texts.text}</p>
        <Loaded
          query={devices}
          failed={texts.loadFailure}
          skeleton={<div className="skeleton h-20" aria-busy="true" />}
        >
          {(data) => <Devices {...data} />}
        </Loaded>
      </div>
    </Panel>
  )
}

function Devices({ publicKey, devices }: PushDevices) {
  const { client, queries } = useApi()
  const [support, setSupport] = useState(pushSupport)
  const [done, setDone] = useState("")
  const own = useQuery({ queryKey: ["push subscription"], queryFn: findOwnHash, staleTime: 0 })
  const here = devices.find(({ endpointHash }) => endpointHash === own.data)
  const refresh = () => Promise.all([queries.accounts.devices.invalidate(), own.refetch()])

  const turnOn = useMutation({
    ...mutationOf(async () => {
      const device = await subscribe(publicKey)
      if (device) await client.accounts.addDevice.mutate(device)
      return device !== undefined
    }),
    onSuccess: (isOn) => setDone(isOn ? texts.on : ""),
    onSettled() {
      setSupport(pushSupport())
      return refresh()
    },
  })
  const remove = useMutation({
    ...mutationOf(async (device: PushDevice) => {
      await client.accounts.removeDevice.mutate(device.id)
      if (device.id === here?.id) await unsubscribe()
    }),
    onSuccess: (_, { id, name }) => setDone(id === here?.id ? texts.off : texts.removed(name)),
    onSettled: refresh,
  })
  const failure = turnOn.error ?? remove.error
  const isBusy = turnOn.isPending || remove.isPending

  function start(run: () => void) {
    setDone("")
    turnOn.reset()
    remove.reset()
    run()
  }

  return (
    <>
      {done && <StatusMessage tone="success">{done}</StatusMessage>}
      {failure && <Banner tone="error">{accountFailure(failure)}</Banner>}
      {support === "possible" ? (
        <BusyButton
          isBusy={isBusy || own.isPending}
          className={`btn justify-self-start ${here ? "btn-outline" : "btn-primary"}`}
          onClick={() => start(() => (here ? remove.mutate(here) : turnOn.mutate()))}
        >
          {here ? texts.turnOff : texts.turnOn}
        </BusyButton>
      ) : (
        <p className="rounded-box border border-base-300 bg-base-200 px-4 py-3">{texts.support[support]}</p>
      )}
      {devices.length > 0 && (
        <ul aria-label={texts.devices} className="divide-y divide-base-300 rounded-box border border-base-300">
          {devices.map((device) => (
            <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <DeviceFacts device={device} isHere={device === here} />
              {device !== here && (
                <BusyButton
                  isBusy={isBusy}
                  className="btn border-base-300 bg-base-100 text-sm"
                  onClick={() => start(() => remove.mutate(device))}
                >
                  {texts.remove}
                  <span className="sr-only">{texts.of(device.name)}</span>
                </BusyButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function DeviceFacts({ device: { name, createdAt, reachedAt }, isHere }: { device: PushDevice; isHere: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {name}
        {isHere && <OutlineBadge tone="border-success/60 text-success">{texts.here}</OutlineBadge>}
      </p>
      <p className="text-sm text-base-content/80">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {texts.added(formatAgo(createdAt))}
        </time>
        {reachedAt && (
          <>
            {" · "}
            <time dateTime={reachedAt} title={formatDateTime(reachedAt)}>
              {texts.reached(formatAgo(reachedAt))}
            </time>
          </>
        )}
      </p>
    </div>
  )
}
