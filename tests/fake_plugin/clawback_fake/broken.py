raise SystemExit("this module cannot be imported")
