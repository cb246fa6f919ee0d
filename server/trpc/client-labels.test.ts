import { expect, test } from "vitest"
import { describeDevice, describePlace } from "./client-labels.ts"

const agents: [string | null, string][] = [
  [
    "Mozilla/5.0 (Linux; Android 14; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
    "Chrome sur Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari sur iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "Safari sur iPad",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge sur Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox sur Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15",
    "Safari sur Mac",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    "Samsung Internet sur Android",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 13; fr-fr; Redmi Note 12) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.0.0",
    "Miui sur Android",
  ],
  ["C’est vous, ne faites rien https://evil.example/1 (Windows NT 10.0)", "Navigateur inconnu sur Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) evil.example/3", "Navigateur inconnu sur Windows"],
  ["evil.example/1 (X11; Evil OS)", "Appareil inconnu"],
  ["Mozilla/5.0 (evil.example) evil.example/2", "Appareil inconnu"],
  ["curl/8.5.0", "Appareil inconnu"],
  ["<script>alert(1)</script>", "Appareil inconnu"],
  ["", "Appareil inconnu"],
  [null, "Appareil inconnu"],
]

test.each(agents)("%s is %s", (agent, words) => {
  expect(describeDevice(agent)).toBe(words)
})

const places: [string | null, string][] = [
  ["127.0.0.1", "cet ordinateur"],
  ["::1", "cet ordinateur"],
  ["192.168.1.20", "réseau local"],
  ["10.0.0.4", "réseau local"],
  ["fd12:3456::1", "réseau local"],
  ["fe80::1", "réseau local"],
  ["100.64.3.4", "adresse partagée d’un opérateur"],
  ["41.243.17.9", "IPv4 41.243.x.x"],
  ["::ffff:41.243.17.9", "IPv4 41.243.x.x"],
  ["2c0f:fb50:4002:804::200e", "IPv6 2c0f:fb50:…"],
  ["", "lieu inconnu"],
  ["pas une adresse", "lieu inconnu"],
  [null, "lieu inconnu"],
]

test.each(places)("%s is %s", (ip, words) => {
  expect(describePlace(ip)).toBe(words)
})
