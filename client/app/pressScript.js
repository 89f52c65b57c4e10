{
  let pressed;
  const remember = ({ target }) => {
    const button = target.closest?.("#root button[type=button]:not([popovertarget])");
    if (!button) return;
    pressed?.removeAttribute("aria-busy");
    pressed = button;
    button.setAttribute("aria-busy", "true");
  };
  const repeat = () => {
    removeEventListener("click", remember, true);
    pressed?.removeAttribute("aria-busy");
    pressed?.click();
  };
  addEventListener("click", remember, true);
  addEventListener("hydrated", repeat, { once: true });
}
