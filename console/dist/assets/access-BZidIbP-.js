//# allFunctionsCalledOnLoad
import{ln as e}from"./parts-DD3Ujzlx.js";import{t}from"./index-9FyZeUJm.js";function n(){let{data:n}=e(t);return n.role===`admin`}export{n as t};