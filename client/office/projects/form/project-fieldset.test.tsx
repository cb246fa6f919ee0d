// @module-tag isolated
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { CONTROL_NAMES, type ControlName } from "./project-fields.ts"
import { ProjectFieldset } from "./project-fieldset.tsx"

function render(project?: ManagedProject) {
  const markup = renderToStaticMarkup(<ProjectFieldset project={project} errors={{}} />)
  const controls = markup.split(/<(?=input|textarea|select)/)
  const controlOf = (name: ControlName) => controls.find((part) => part.includes(`name="${name}"`)) ?? ""
  return {
    markup,
    required: CONTROL_NAMES.filter((name) => controlOf(name).split(">")[0]?.includes('required=""')),
    optionsOf: (name: ControlName) =>
      [...controlOf(name).matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, text]) => text),
  }
}

test("a new project needs all that has no default, and its fields say their limits", () => {
  const { markup, required } = render()
  expect(required).toEqual(CONTROL_NAMES.filter((name) => !PublishableProject.shape[name].safeParse(undefined).success))
  expect(markup.match(/>obligatoire</g)).toHaveLength(required.length)
  for (const limit of [/>200\scaractères au plus\.</, /10\s000\scaractères au plus\.</, /300\scaractères/])
    expect(markup).toMatch(limit)
})

test("a public project needs a name and a sector", () => {
  const { markup, required } = render(buildProject())
  expect(required).toEqual(["name", "sector"])
  expect(markup.match(/>obligatoire</g)).toHaveLength(2)
})

test("statuses and sectors are chosen from lists, which for a new project begin with no choice", () => {
  const statuses = ["En attente", "En cours", "Terminé", "Annulé"]
  const sectors = ["Construction", "Agriculture", "Élevage", "Transport", "Ventes-matériaux", "Immobilier"]
  const created = render()
  expect(created.optionsOf("status")).toEqual(["Choisissez un statut", ...statuses])
  expect(created.optionsOf("sector")).toEqual(["Choisissez un secteur", ...sectors])
  const edited = render(buildProject())
  expect(edited.optionsOf("status")).toEqual(["Non défini", ...statuses])
  expect(edited.optionsOf("sector")).toEqual(sectors)
})
