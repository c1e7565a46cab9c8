// The studio in a real browser; run by scripts/studio-check.

const { chromium } = require("playwright-core");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const assert = require("node:assert/strict");

const folder = process.argv[2];
fs.mkdirSync(folder, { recursive: true });
const store = path.join(folder, "studio.sqlite");
for (const end of ["", "-wal", "-shm"]) fs.rmSync(store + end, { force: true });

/** The program, once its page can be opened. */
function serve() {
  const child = spawn(process.env.LUDOMETER, ["serve", "--port", "0", "--store", store], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.stdout.once("data", data => resolve({ child, home: String(data).trim().replace(/\/$/, "") }));
    child.once("exit", code => reject(new Error(`the server ended with ${code}`)));
  });
}

const wrong = [];
async function page(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const made = await context.newPage();
  made.on("pageerror", error => wrong.push(`${made.url()}: ${error}`));
  made.on("console", message => {
    const text = message.text();
    // What is refused on purpose is logged by the browser too.
    if (message.type() === "error" && !/status of 4\d\d/.test(text)) wrong.push(`${made.url()}: ${text}`);
  });
  return made;
}

const status = tab => tab.locator("#status").textContent();
const over = tab => tab.waitForFunction(() => document.getElementById("status")?.textContent.startsWith("The game is over"), null, { timeout: 60000 });
const yours = tab => tab.waitForFunction(() => /^(Your move|The game is over)/.test(document.getElementById("status")?.textContent || ""), null, { timeout: 60000 });

async function begin(tab, home, game, seats) {
  await tab.goto(`${home}/new?game=${encodeURIComponent(game)}&seats=${encodeURIComponent(seats.join(";"))}`);
  await tab.locator("#begin").click();
  await tab.waitForURL(/\/session\//);
  await tab.locator("#stage > *").first().waitFor();
}

/** Clicks squares that can be reached until the game is over. */
async function clicks(tab) {
  for (let turn = 0; turn < 120; turn++) {
    await yours(tab);
    if ((await status(tab)).startsWith("The game is over")) return turn;
    const before = await tab.locator(".moves button").count();
    const pass = tab.locator("#choices .choices.big button");
    const square = tab.locator(".square.can");
    if (await square.count()) await square.first().click();
    else await pass.first().click();
    await tab.waitForFunction(known => document.querySelectorAll(".moves button").length > known, before);
  }
  throw new Error("the game does not end");
}

const shot = (tab, name) => tab.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });

async function main() {
  const { child, home } = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const done = [];
  const step = async (name, work) => {
    const began = Date.now();
    await work();
    done.push(name);
    console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    const tab = await page(browser);
    await step("first page", async () => {
      await tab.goto(home);
      await tab.getByRole("link", { name: "Play othello", exact: true }).waitFor();
      const time = await tab.evaluate(() => performance.getEntriesByType("resource").reduce((most, entry) => Math.max(most, entry.responseEnd), 0));
      console.log(`  loaded after ${time.toFixed(0)} ms`);
      await shot(tab, "home");
    });
    await step("noughts and crosses by clicks", async () => {
      await begin(tab, home, "tic-tac-toe", ["human", "depth(t=9)"]);
      await tab.locator('[data-square="b2"]').click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 3);
      await tab.locator("#take-back").click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
      await clicks(tab);
      assert.match(await status(tab), /draw|player 1, .* wins/);
    });
    await step("noughts and crosses by keys alone", async () => {
      const before = tab.url();
      await tab.locator("#again").click();
      await tab.waitForURL(address => String(address) !== before);
      await tab.locator('[data-square="a3"]').waitFor();
      await yours(tab);
      await tab.locator('[data-square="a3"]').focus();
      await tab.keyboard.press("ArrowRight");
      await tab.keyboard.press("ArrowDown");
      await tab.keyboard.press("Enter");
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length >= 2);
      assert.equal((await tab.locator(".moves button").nth(1).textContent()).trim(), "b2");
    });
    await step("Othello by clicks", async () => {
      await begin(tab, home, "othello(size=6)", ["human", "uct(playouts=50)"]);
      await yours(tab);
      await tab.locator("#hint").click();
      await tab.getByRole("heading", { name: "Hint" }).waitFor({ timeout: 60000 });
      await shot(tab, "othello-hint");
      const moves = await clicks(tab);
      assert.ok(moves > 5);
      await tab.getByRole("button", { name: "one move back" }).click();
      await tab.waitForFunction(() => document.getElementById("status").textContent.startsWith("After"));
      await shot(tab, "othello-back");
    });
    await step("chess with a promotion of clicks and SAN", async () => {
      await begin(tab, home, "chess", ["human", "pvs(t=2)"]);
      await tab.locator('[data-square="e2"]').click();
      await tab.locator('[data-square="e4"]').click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 3, null, { timeout: 60000 });
      await tab.locator("#choices summary").click();
      await tab.getByRole("textbox", { name: "a move as text" }).fill("Nf3");
      await tab.keyboard.press("Enter");
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 5, null, { timeout: 60000 });
      await tab.locator("#on-board").click();
      await tab.locator(".board .arrow").first().waitFor({ state: "attached" });
      await shot(tab, "chess");
    });
    await step("Omaha by clicks, with hidden cards", async () => {
      await begin(tab, home, "omaha", ["human", "tight"]);
      await yours(tab);
      await shot(tab, "omaha");
      assert.equal(await tab.locator(".felt-table .seat").nth(1).locator(".back").count(), 4);
      for (let turn = 0; turn < 40; turn++) {
        await yours(tab);
        if ((await status(tab)).startsWith("The game is over")) break;
        const before = await tab.locator(".moves button").count();
        const call = tab.locator('[data-move="call"]');
        await ((await call.count()) ? call : tab.locator("#choices button").first()).click();
        await tab.waitForFunction(known => document.querySelectorAll(".moves button").length > known, before);
      }
      await over(tab);
      const stranger = await page(browser);
      await stranger.goto(tab.url().split("#")[0]);
      await stranger.locator(".problem").waitFor();
      assert.match(await stranger.locator(".problem").textContent(), /hidden information/);
      await stranger.context().close();
    });
    await step("a video game is watched and played", async () => {
      await begin(tab, home, "vgdl(name='lanterns')", ["rhea"]);
      await tab.locator("#step").click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 2, null, { timeout: 60000 });
      await tab.getByRole("button", { name: "one move back" }).click();
      await tab.locator(".overlay polyline.plan").waitFor({ state: "attached" });
      await shot(tab, "video");
      await begin(tab, home, "vgdl(name='lanterns')", ["human"]);
      await yours(tab);
      await tab.keyboard.press("ArrowRight");
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
    });
    await step("a puzzle and Lines of Action", async () => {
      await begin(tab, home, "slide(k=3)", ["human"]);
      await tab.locator('[data-square="a1"]').click();
      await tab.locator('[data-square="d1"]').click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
      await shot(tab, "slide");
      await begin(tab, home, "loa", ["human", "random"]);
      await tab.locator('[data-square="b1"]').click();
      await tab.locator('[data-square="b3"]').click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 3);
      await shot(tab, "loa");
    });
    await step("a game by its text", async () => {
      await begin(tab, home, "meteors", ["human"]);
      await tab.locator('[data-move="left"]').click();
      await tab.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
      await shot(tab, "meteors");
    });
    await step("an experiment is started, stopped and resumed", async () => {
      await tab.goto(`${home}/experiments`);
      await tab.getByRole("link", { name: "othello-tournament" }).waitFor();
      await shot(tab, "experiments");
      await tab.goto(`${home}/experiments/plan/othello-guesses`);
      await tab.locator("#start").click();
      await tab.waitForFunction(() => /running, [1-9]/.test(document.getElementById("progress")?.textContent || ""), null, { timeout: 60000 });
      await tab.locator("#stop").click();
      await tab.waitForFunction(() => /^(stopped|complete),/.test(document.getElementById("progress")?.textContent || ""), null, { timeout: 60000 });
      await shot(tab, "experiment-stopped");
      const before = await tab.locator("#progress").textContent();
      console.log(`  ${before}`);
      if (before.startsWith("stopped")) {
        await tab.getByRole("button", { name: "Resume" }).click();
        await tab.waitForFunction(() => /^(running|complete),/.test(document.getElementById("progress")?.textContent || ""), null, { timeout: 60000 });
        await tab.locator("#stop").click({ timeout: 5000 }).catch(() => {});
        await tab.waitForFunction(() => /^(stopped|complete),/.test(document.getElementById("progress")?.textContent || ""), null, { timeout: 60000 });
      }
    });
    await step("a mistake in a plan is shown at its place", async () => {
      await tab.locator("#editor summary").click();
      const text = tab.locator("textarea");
      await text.fill((await text.inputValue()).replace("seed =", "sede ="));
      await tab.locator("#check").click();
      await tab.locator("#verdict .problem").waitFor();
      assert.match(await tab.locator("#verdict").textContent(), /sede/);
      await shot(tab, "experiment-mistake");
    });
    await step("dark and at a phone's width", async () => {
      const dark = await page(browser, { colorScheme: "dark" });
      await dark.goto(home);
      await dark.getByRole("link", { name: "Play othello", exact: true }).waitFor();
      await shot(dark, "home-dark");
      await begin(dark, home, "othello", ["human", "uct(playouts=50)"]);
      await dark.locator(".square.can").first().click();
      await dark.locator("#on-board").click({ timeout: 60000 });
      await shot(dark, "othello-dark");
      await begin(dark, home, "omaha(players=3)", ["tight", "random", "human"]);
      await shot(dark, "omaha-dark");
      await dark.goto(`${home}/experiments/plan/slide-depth4`);
      await dark.locator("#start").waitFor();
      await shot(dark, "experiment-dark");
      const phone = await page(browser, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });
      for (const [name, game, seats] of [["chess", "chess", ["human", "random"]], ["omaha", "omaha", ["human", "tight"]]]) {
        await begin(phone, home, game, seats);
        await shot(phone, `${name}-phone`);
        const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `${name} is ${wide} wide on a phone`);
      }
      for (const [name, where] of [["home", "/"], ["experiments", "/experiments"], ["new", "/new?game=chess"]]) {
        await phone.goto(home + where);
        await phone.locator("main h1").waitFor();
        await shot(phone, `${name}-phone`);
        const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `${name} is ${wide} wide on a phone`);
      }
    });
    assert.deepEqual(wrong, [], "pages logged errors");
  } finally {
    await browser.close();
    child.kill("SIGINT");
  }
  console.log(`studio-check: ${done.length} parts are fine; pictures are in ${folder}`);
}

main().catch(error => {
  console.error(error);
  if (wrong.length) console.error("logged by pages:", wrong);
  process.exitCode = 1;
});
