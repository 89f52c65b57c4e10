/**
 * Remembers the last button that is pressed before hydration, which shows that it is busy, and
 * presses it once React handles presses. Buttons that open a popover need no script.
 */
{
  let pressed;
  const remember = ({ target }) => {
    const button = target.closest?.("#root button[type=button]:not([popovertarget])");
    if (!button) return;
    pressed?.removeAttribute("aria-busy");
    pressed = button;
    button.setAttribute("aria-busy", "true");
  };
  const stop = () => removeEventListener("click", remember, true);
  const repeat = () => {
    pressed?.removeAttribute("aria-busy");
    pressed?.click();
  };
  addEventListener("click", remember, true);
  addEventListener("hydrating", stop, { once: true });
  // The page may also have been rendered anew.
  addEventListener("hydrated", stop, { once: true });
  addEventListener("hydrated", () => setTimeout(repeat, 50), { once: true });
}
