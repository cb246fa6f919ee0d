import { useId, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { PictureChooser } from "#client/office/pictures/picture-chooser.tsx"
import { PictureThumbnail } from "#client/office/pictures/picture-thumbnail.tsx"
import type { EditorProps } from "./editor-props.ts"
import { contentEditor } from "./texts.ts"

const texts = contentEditor.picture

export function PictureInput({ node, value, path, errors, onChange }: EditorProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const errorId = useId()
  const name = String(value ?? "")
  return (
    <fieldset aria-describedby={errors[path] ? errorId : undefined} className="min-w-0">
      <legend className="mb-1.5 font-semibold">{node.label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        {name && (
          <div className="w-36 max-w-full">
            <PictureThumbnail name={name} />
          </div>
        )}
        <button type="button" className="btn max-xs:px-2.5" name={path} onClick={() => setIsChoosing(true)}>
          <Icon name="addImage" />
          {name ? texts.change : texts.choose}
        </button>
        {name && node.optional && (
          <button type="button" className="btn btn-ghost" onClick={() => onChange(path, "")}>
            {texts.remove}
          </button>
        )}
      </div>
      {node.hint && <p className="mt-1.5 text-sm text-base-content/75">{node.hint}</p>}
      {errors[path] && (
        <p id={errorId} className="mt-1.5 text-sm font-medium text-error">
          {errors[path]}
        </p>
      )}
      {isChoosing && (
        <PictureChooser
          onChoose={(chosen) => {
            setIsChoosing(false)
            onChange(path, chosen)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  )
}

interface AddPictureProps {
  label: string
  onAdd: (name: string) => void
}

export function AddPicture({ label, onAdd }: AddPictureProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-primary justify-self-start"
        onClick={() => setIsChoosing(true)}
      >
        <Icon name="add" />
        {label}
      </button>
      {isChoosing && (
        <PictureChooser
          onChoose={(name) => {
            setIsChoosing(false)
            onAdd(name)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  )
}
